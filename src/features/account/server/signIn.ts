import { createHash } from 'node:crypto'
import { minutes } from '#kit/units.ts'
import type { Ground } from '#platform/ground.ts'
import { isPassword } from './passwords.ts'
import { findAccount, forgetTries, recordTry } from './store.ts'

const TRIES = 10
const WINDOW = minutes(15)

/** The account's id; 'wrong' and 'tooManyTries' say the same of an account that exists and of one that does not. */
export async function signIn(
  ground: Ground,
  email: string,
  password: string,
): Promise<{ userId: string } | 'wrong' | 'tooManyTries'> {
  const emailHash = createHash('sha256').update(email).digest()
  const since = new Date(ground.clock.now().getTime() - WINDOW)
  // @NOTE Every try counts before its password is looked at: of many at the same moment none looks uncounted.
  if (!(await recordTry(ground, emailHash, { since, most: TRIES }))) return 'tooManyTries'
  const account = await findAccount(ground, email)
  if (!(await isPassword(password, account?.password_hash)) || !account) return 'wrong'
  await forgetTries(ground, emailHash)
  return { userId: account.user_id }
}
