import { generateKeyPairSync } from 'node:crypto'
import { createEmulator } from 'emulate'
import type { ProviderRedirect } from './followRedirects.ts'

export type EmulatedUser = {
  readonly email: string
  readonly name?: string
  /** Google only; default true. */
  readonly email_verified?: boolean
  /** Google only: the organisation (hosted domain) of the account. */
  readonly hd?: string
  /** Apple only: the address is a relay address. */
  readonly is_private_email?: boolean
}

type EmulatedUsers = { google?: readonly EmulatedUser[]; apple?: readonly EmulatedUser[]; microsoft?: readonly EmulatedUser[] }

export type EmulatedProviders = AsyncDisposable & {
  /** For `testServer({ settings })`: all three providers, with new keys. */
  readonly settings: Readonly<Record<string, string>>
  /** Signs in at any of the three as the user with this email address. The returned redirect must still be sent to our server. */
  readonly signIn: (authorizeUrl: string, email: string) => Promise<ProviderRedirect>
}

/** The tenant that Microsoft's emulator supports. `common` works only with the real one. */
const TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'

/** Starts emulators of Google, Apple and Microsoft with their peculiarities. They accept any redirect URI. */
export async function startEmulatedProviders({
  google = [],
  apple = [],
  microsoft = [],
}: EmulatedUsers = {}): Promise<EmulatedProviders> {
  const start = (service: 'google' | 'apple' | 'microsoft', users: readonly EmulatedUser[]) =>
    createEmulator({ service, port: 0, seed: { [service]: { users } } })
  const emulators = await Promise.all([start('google', google), start('apple', apple), start('microsoft', microsoft)])
  const [googleEmulator, appleEmulator, microsoftEmulator] = emulators
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    settings: {
      GOOGLE_ISSUER: googleEmulator.url,
      GOOGLE_CLIENT_ID: 'earshot-google',
      GOOGLE_CLIENT_SECRET: 'only-for-tests',
      APPLE_ISSUER: appleEmulator.url,
      APPLE_CLIENT_ID: 'org.example.earshot',
      APPLE_TEAM_ID: 'TEAM000001',
      APPLE_KEY_ID: 'KEY0000001',
      APPLE_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      MICROSOFT_ISSUER: `${microsoftEmulator.url}/${TENANT}/v2.0`,
      MICROSOFT_CLIENT_ID: 'earshot-microsoft',
      MICROSOFT_CLIENT_SECRET: 'only-for-tests',
    },
    signIn,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(emulators.map((emulator) => emulator.close()))
    },
  }
}

async function signIn(authorizeUrl: string, email: string): Promise<ProviderRedirect> {
  const page = await (await fetch(authorizeUrl)).text()
  const userForm = parseForms(page).find(({ fields }) => fields['email'] === email)
  if (!userForm) throw new Error(`no user ${email} at the provider`)
  const response = await fetch(new URL(userForm.action, authorizeUrl), {
    method: 'POST',
    body: new URLSearchParams(userForm.fields),
    redirect: 'manual',
  })
  const location = response.headers.get('location')
  if (location) return { url: location, form: null }
  const [redirectForm] = parseForms(await response.text())
  if (!redirectForm) throw new Error(`the provider returned ${response.status} without a redirect`)
  const { '': _button, ...fields } = redirectForm.fields
  return { url: redirectForm.action, form: new URLSearchParams(fields).toString() }
}

/** An HTML form: its URL and its fields. */
type HtmlForm = { readonly action: string; readonly fields: Readonly<Record<string, string>>; readonly text: string }

/** Returns the forms of a page, in order to use it without a browser. */
function parseForms(html: string): HtmlForm[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, attributes = '', inner = '']) => ({
    action: attributeValue(attributes, 'action'),
    fields: Object.fromEntries(
      [...inner.matchAll(/<(?:input|button)\b([^>]*)>/gi)].map(([, attributesText = '']) => [
        attributeValue(attributesText, 'name'),
        attributeValue(attributesText, 'value'),
      ]),
    ),
    text: decodeEntities(inner.replace(/<[^>]*>/g, ' ')).trim(),
  }))
}

function attributeValue(attributes: string, name: string): string {
  return decodeEntities(new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(attributes)?.[1] ?? '')
}

function decodeEntities(html: string): string {
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'", amp: '&' }
  return html.replace(/&(lt|gt|quot|#39|#x27|amp);/g, (_, entity: string) => entities[entity] ?? '')
}
