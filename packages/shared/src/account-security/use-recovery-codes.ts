import { useEffect, useRef, useState } from "react";
import { copyText } from "../clipboard/copy-text";

/**
 * Shows recovery codes once and focuses their title. `copied` is null before the codes are copied, and false if the
 * browser denied the copy.
 */
export function useRecoveryCodes(codes: readonly string[]) {
  const [copied, setCopied] = useState<boolean | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const copy = async () => setCopied(await copyText(codes.join("\n")));
  return { title, copied, copy: () => void copy() };
}
