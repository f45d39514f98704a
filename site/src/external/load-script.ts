const loading = new Map<string, Promise<void>>();

/** Adds a script once. A failed load may be retried. */
export function loadScript(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.async = true;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      loading.delete(address);
      script.remove();
      reject(new Error("script not loaded"));
    });
    document.head.append(script);
  });
  loading.set(address, promise);
  return promise;
}
