import { zip } from '#platform/zip/zip.ts'

/** Returns a ZIP with these texts, as in document formats. The first file, which names the type, is not compressed. */
export async function zipFiles(files: readonly (readonly [name: string, text: string])[], startTime: Date): Promise<Buffer> {
  async function* entries() {
    for (const [index, [name, text]] of files.entries()) {
      yield await Promise.resolve({ name, startTime, bytes: Buffer.from(text), compress: index > 0 })
    }
  }
  return Buffer.concat((await zip(entries()).toArray()) as Buffer[])
}
