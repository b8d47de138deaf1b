// Imported by the service worker: a click on a notification opens its page in a tab of the app, or in a new one.
self.onnotificationclick = (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
}

async function openPage({ path, address }) {
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(address)
  page.postMessage({ openPath: path })
  return page.focus()
}
