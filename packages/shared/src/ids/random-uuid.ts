/**
 * Returns a random UUID (version 4). Browsers offer `crypto.randomUUID` only over HTTPS and on localhost, and a demo is
 * also opened at `http://192.168.…`.
 */
export function randomUuid(): string {
  const [version, variant] = [0x40, 0x80];
  const bytes = crypto.getRandomValues(new Uint8Array(16)).map((byte, at) => {
    if (at === 6) return (byte & 0x0f) | version;
    return at === 8 ? (byte & 0x3f) | variant : byte;
  });
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
