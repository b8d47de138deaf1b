import { systemClock } from '#platform/clock/clock.ts'
import { createToneWav } from '#test/fixtures/sound/createToneWav.ts'
import { signUp, uploadRecording } from '#test/server/user.ts'

const FOLDERS = [
  ['Research interviews', '#4c8eff'],
  ['Weekly stand-ups', '#46cf6c'],
  ['Lectures, autumn term, second half', '#f9a251'],
] as const

/** The last one goes to the trash. */
const RECORDINGS = [
  'Budget review, third quarter',
  'Stand-up, Thursday',
  'A very long name that was typed without a thought for the people who have to read it in a narrow list',
  'Voice memo 14',
]

/** Creates an account with the sample, a few recordings, folders and one recording in the trash. */
export async function createLibraryAccount(url: string): Promise<{ token: string; id: string; fileId: string }> {
  const user = await signUp(url, 'lena')
  await user.me.changeSettings({ body: { nickname: 'Lena' } })
  const folders = []
  for (const [name, color] of FOLDERS) folders.push((await user.folders.create({ body: { name, color } })).data_filetag.id)
  for (const [index, name] of RECORDINGS.entries()) {
    const file = await uploadRecording(user, createToneWav(20 + index * 700), {
      name,
      folders: index < 3 ? [folders[index] ?? ''] : [],
    })
    if (index === 3) await user.files.trash({ body: [file.id] })
    if (index === 1) await user.generate.transsumm({ params: { id: file.id }, body: {} })
  }
  await user.generate.welcome({ body: { lang: 'en_US' } })
  for (;;) {
    const { data_file_list } = await user.files.simple({ query: {} })
    const sample = data_file_list.find((file) => file.scene === 1000)
    if (sample?.is_summary) return { token: user.token, id: user.id, fileId: sample.id }
    await systemClock.wait(500)
  }
}

/** Creates an account without recordings: its sample is deleted. */
export async function createEmptyAccount(url: string): Promise<{ token: string; id: string }> {
  const user = await signUp(url, 'mara')
  const { data: sample } = await user.generate.welcome({ body: { lang: 'en_US' } })
  await user.files.remove({ query: {}, body: [sample.file_id] })
  return user
}
