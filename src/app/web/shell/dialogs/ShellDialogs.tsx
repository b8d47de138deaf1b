/** The dialogs that come by themselves: notices, announcements, offers (A§2, B§2). */
export function ShellDialogs() {
  return null
}
