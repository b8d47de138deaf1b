import { EXIT, type CommandHelp, UsageError, parseArguments, runCommand } from '#app/cli/runCommand.ts'
import { systemClock } from '#platform/clock/clock.ts'
import { cardStorm } from './cards/cardStorm.ts'
import { qrStorm } from './qr/qrStorm.ts'
import { runStorm } from './runStorm.ts'
import type { Storm } from './storm.ts'

const STORMS: readonly Storm[] = [cardStorm, qrStorm]

/**
 * `npm run storm billing`: many users buy at once on a real server whose processes are killed; every cent and second is checked.
 */
const HELP: CommandHelp = {
  name: 'storm',
  usage: 'npm run storm billing|billing-china -- [--seed 7] [--purchases 300] [--users 30] [--calm] [--keep]',
  help: `Runs a real server with the payment sandbox: with cards, or in the build for China with QR codes. Users buy, change and end plans
while notifications are lost, doubled and late and while processes are killed. At the end everything is compared with what was paid.
Exits with 1 when something does not add up.

  --seed N       the choices of users and kills; printed, so that a run can be repeated
  --purchases N  how much is bought in all, 300 by default
  --users N      by how many users, 30 by default
  --calm         nothing is killed
  --keep         keeps the data folder and prints where it is`,
}

const options = {
  seed: { type: 'string' },
  purchases: { type: 'string' },
  users: { type: 'string' },
  calm: { type: 'boolean', default: false },
  keep: { type: 'boolean', default: false },
} as const

const args = process.argv.slice(2)
process.exitCode = await runCommand(HELP, args, async () => {
  const { values, positionals } = parseArguments({ args, options, allowPositionals: true })
  const storm = STORMS.find(({ name }) => name === positionals.join())
  if (!storm) throw new UsageError(`The storms are: ${STORMS.map(({ name }) => name).join(', ')}.`)
  const isRight = await runStorm(storm, {
    seed: readNumber('seed', values.seed, systemClock.now().getTime() % 1_000_000),
    purchases: readNumber('purchases', values.purchases, 300),
    users: readNumber('users', values.users, 30),
    kills: !values.calm,
    keeps: values.keep,
  })
  return isRight ? EXIT.ok : 1
})

function readNumber(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`--${name} is a number of 1 or more.`)
  return Number(text)
}
