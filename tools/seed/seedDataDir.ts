import { readConfig } from '#platform/config/config.ts'
import { openBeside } from './openBeside.ts'
import { type SeedOptions, type Seeded, seedLibrary } from './seedLibrary.ts'

/** Seeds an account of the server with these settings (as `npm start` reads them), whether or not it is running. */
export async function seedDataDir(
  settings: Parameters<typeof readConfig>[0],
  options: SeedOptions,
): Promise<Seeded & { url: string; isServed: boolean }> {
  const config = readConfig(settings)
  const { server, isServed, close } = await openBeside(config)
  try {
    return { ...(await seedLibrary(server, options)), url: config.publicUrl, isServed }
  } finally {
    await close()
  }
}
