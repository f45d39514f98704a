import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { SecurityCalls } from "./calls";
import { useAuthenticator } from "./use-authenticator";
import { passkeyObstacle } from "./use-passkeys";

const ENROLMENT = { uri: "otpauth://totp/Seki", secret: "ABCD", qr_path: "M0 0h1v1h-1z", qr_size: 29 };

function render(calls: object) {
  const onChanged = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const { result } = renderHook(() => useAuthenticator(calls as SecurityCalls, onChanged));
  return { result, onChanged };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

it("sets up an app, and reloads the settings when the diner closes the recovery codes", async () => {
  const { result, onChanged } = render({
    setUp: () => Promise.resolve(ENROLMENT),
    confirm: () => Promise.resolve({ recovery_codes: ["AAAA-BBBB"], message: "" }),
  });
  act(() => result.current.ask("set_up"));
  await act(() => result.current.submitProof({ current_password: "Seki-2026" }));
  expect(result.current.step).toEqual({ kind: "enrolment", enrolment: ENROLMENT });
  await act(() => result.current.confirm("123456"));
  expect(result.current.step).toEqual({ kind: "codes", codes: ["AAAA-BBBB"] });
  expect(onChanged).not.toHaveBeenCalled();
  act(() => result.current.keepCodes());
  expect(result.current.step).toBeNull();
  expect(onChanged).toHaveBeenCalledOnce();
});

it("keeps the proof form open when the server rejects the proof", async () => {
  const { result, onChanged } = render({ removeApp: () => Promise.reject(new Error("wrong")) });
  act(() => result.current.ask("remove"));
  await act(() => expect(result.current.submitProof({ code: "000000" })).rejects.toThrow("wrong"));
  expect(result.current.step).toEqual({ kind: "proof", change: "remove" });
  expect(onChanged).not.toHaveBeenCalled();
});

it("returns the first obstacle to a passkey", () => {
  expect(passkeyObstacle(false, false)).toBe("not_here");
  expect(passkeyObstacle(true, false)).toBe("unsupported");
  vi.stubGlobal("PublicKeyCredential", { parseCreationOptionsFromJSON: () => undefined });
  expect(passkeyObstacle(true, false)).toBe("need_app");
  expect(passkeyObstacle(true, true)).toBeNull();
});
