/** Folder of the postcodes, set by the build's plug-in. */
declare const POSTAL_FOLDER: string;
