import { localStorageStore } from "ra-core";
import type { Store } from "ra-core";

/**
 * Returns the store of a front end, which keeps the chosen columns and the saved queries of lists in the browser.
 * react-admin also stores the last filter of each list, which may name a guest: that is left out.
 */
export function browserStore(basename: string): Store {
  const store = localStorageStore("1", basename);
  const setItem: Store["setItem"] = (key, value) => {
    if (!key.endsWith(".listParams")) store.setItem(key, value);
  };
  return { ...store, setItem };
}
