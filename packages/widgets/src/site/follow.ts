/**
 * Registers the worker that keeps the front page for the time without a network. The page's policy allows one Trusted Types
 * policy by name, which lets through this one address.
 */
const script = document.currentScript as HTMLScriptElement | null;
const worker = new URL("../worker.js", script?.src).href;

if ("serviceWorker" in navigator) {
  const createScriptURL = (address: string) => {
    if (address !== worker) throw new TypeError("the worker has one address");
    return address;
  };
  const { trustedTypes } = window as Window & { readonly trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("peak-worker", { createScriptURL });
  // A private window may refuse it: then there is no copy, and nothing else is missing.
  navigator.serviceWorker.register(policy?.createScriptURL(worker) ?? worker).catch(() => undefined);
}

/** Loads the newest page when the network is back. */
if ("saved" in document.documentElement.dataset) addEventListener("online", () => location.reload());

interface TrustedTypes {
  /** `register` takes what it returns as it takes a text. */
  createPolicy(
    name: "peak-worker",
    rules: { readonly createScriptURL: (address: string) => string },
  ): { readonly createScriptURL: (address: string) => string };
}
