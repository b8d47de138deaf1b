/** The desktop program answers to addresses that begin so. */
export const DESKTOP_SCHEME = 'earshot'

/** Opens the desktop program and signs it in: a code for a minute and once, never a session token. */
export const desktopLink = ({ authCode, desktopUuid }: { authCode: string; desktopUuid: string }): string =>
  `${DESKTOP_SCHEME}://login?${new URLSearchParams({ auth_code: authCode, desktop_uuid: desktopUuid })}`
