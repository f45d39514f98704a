import { act, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { SecurityCalls } from "./calls";
import { useAuthenticator } from "./use-authenticator";
import { passkeyObstacle, usePasskeys } from "./use-passkeys";

const ENROLMENT = { uri: "otpauth://totp/Seki", secret: "ABCD", qr_path: "M0 0h1v1h-1z", qr_size: 29 };

function render(calls: object, passkeys: Parameters<typeof useAuthenticator>[1] = []) {
  const onChanged = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const { result } = renderHook(() => useAuthenticator(calls as SecurityCalls, passkeys, onChanged));
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

const passkey = (uid: string) => ({
  uid,
  credential_id: `id-${uid}`,
  user_handle: "user",
  name: uid,
  created_at: "2026-12-01T10:00:00+09:00",
  last_used_at: null,
});

it.each([true, false])("reports the remaining passkeys to a browser that supports it (%s)", async (isSupported) => {
  const signal = vi.fn<(options: object) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal("PublicKeyCredential", isSupported ? { signalAllAcceptedCredentials: signal } : {});
  const onChanged = vi.fn<() => Promise<void>>(() => Promise.resolve());
  const calls = { removePasskey: () => Promise.resolve({ message: "removed" }) } as unknown as SecurityCalls;
  const passkeys = [passkey("a"), passkey("b")];
  const { result } = renderHook(() => usePasskeys({ calls, passkeys, onChanged, refusal: "" }));
  act(() => result.current.ask({ kind: "remove", uid: "a" }));
  await act(() => result.current.submitProof({ current_password: "Seki-2026" }));
  expect(onChanged).toHaveBeenCalledOnce();
  const wanted = { rpId: window.location.hostname, userId: "user", allAcceptedCredentialIds: ["id-b"] };
  expect(signal.mock.calls).toEqual(isSupported ? [[wanted]] : []);
});

it("reports that no passkey remains when the app is removed", async () => {
  const signal = vi.fn<(options: object) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal("PublicKeyCredential", { signalAllAcceptedCredentials: signal });
  const { result } = render({ removeApp: () => Promise.resolve({ message: "removed" }) }, [passkey("a")]);
  act(() => result.current.ask("remove"));
  await act(() => result.current.submitProof({ current_password: "Seki-2026" }));
  const wanted = { rpId: window.location.hostname, userId: "user", allAcceptedCredentialIds: [] };
  expect(signal.mock.calls).toEqual([[wanted]]);
});
