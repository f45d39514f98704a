import { useEffect, useRef, useState } from "react";

/** Recovery codes that are shown once: their title gets the focus. `copied` is null until they were copied, false when the browser refused. */
export function useRecoveryCodes(codes: readonly string[]) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const copy = () => {
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return { title, copied, copy };
}
