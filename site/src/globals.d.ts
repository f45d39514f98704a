/** Where the postcodes are, by the build's plug-in. */
declare const POSTAL_FOLDER: string;
