/**
 * Whether a link the server tells everybody (A§8) may be opened: a page of the web, over https unless this one came without,
 * and nobody's name or password in it. It comes from our own server, by the same way as this page.
 */
export function mayOpenLink(link: string, from: { protocol: string } = location): boolean {
  if (!URL.canParse(link)) return false
  const { protocol, username, password } = new URL(link)
  return (protocol === 'https:' || (protocol === 'http:' && from.protocol === 'http:')) && !username && !password
}
