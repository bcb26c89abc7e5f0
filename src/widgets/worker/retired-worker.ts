/** Replaces a worker that is no longer wanted: deletes what it kept and unregisters itself. */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener("install", (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener("activate", (event) => {
  const { scope } = self.registration;
  const retire = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith("peak-") && name.endsWith(` ${scope}`));
    await Promise.all(names.map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  event.waitUntil(retire());
});

export {};
