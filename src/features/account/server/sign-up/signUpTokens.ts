import { z } from 'zod'
import type { AppContext } from '#platform/context.ts'

const SignUpTokens = z.object({ setupToken: z.string().optional(), invitation: z.string().optional() })

/** Tokens that permit a sign-up: from the setup link or an invitation. Stored encrypted while a sign-in is pending. */
export type SignUpTokens = z.infer<typeof SignUpTokens>

/** Returns null when there is no token. */
export function encryptSignUpTokens(ctx: AppContext, tokens: SignUpTokens, context: string): Buffer | null {
  return tokens.setupToken || tokens.invitation ? ctx.secrets.fieldEncryption.encrypt(JSON.stringify(tokens), context) : null
}

export function decryptSignUpTokens(ctx: AppContext, encrypted: Buffer | null, context: string): SignUpTokens {
  const text = encrypted && ctx.secrets.fieldEncryption.decrypt(encrypted, context)
  return text ? SignUpTokens.parse(JSON.parse(text)) : {}
}
