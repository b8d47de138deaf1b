import { screen, within } from '@testing-library/react'
import { expect, describe, it } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderFilePage } from '#test/screens/renderFilePage.tsx'
import { createRecording, createSegment } from '#test/screens/createRecording.ts'

const SRT =
  '1\n00:00:01,000 --> 00:00:03,500\nLena: Forty clinics open in May.\n\n2\n00:00:04,000 --> 00:00:06,000\nTom: And who pays?\n'
const file = (text: string, name = 'talk.srt') => new File([text], name)
const empty = createRecording({ duration: 60_000 })
const transcribed = createRecording({
  duration: 60_000,
  is_trans: true,
  trans_result: [createSegment(1, 0, 'Forty cynics.')],
})

async function openDialog(recording: typeof empty, options: object = {}) {
  const view = await renderFilePage({ files: [recording], ...options })
  await view.user.click(await screen.findByRole('button', { name: 'More' }))
  await view.user.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Import transcript…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Import transcript' }))
  const choose = (chosen: File) => view.user.upload(dialog.getByLabelText('Import transcript', { selector: 'input' }), chosen)
  const press = (name: string) => view.user.click(dialog.getByRole('button', { name }))
  return { ...view, dialog, choose, press }
}

describe('the transcript of another program', () => {
  it('is shown before it is imported, and becomes the transcript of a recording that has none', async () => {
    const { dialog, choose, press, state } = await openDialog(empty)
    expect(dialog.getByRole('button', { name: 'Import' }).getAttribute('aria-disabled')).toBe('true')
    await choose(file(SRT))
    expect(await dialog.findByText('2 paragraphs · 0:01–0:06 · Lena, Tom')).toBeTruthy()
    expect(dialog.getByText('Forty clinics open in May.')).toBeTruthy()
    await press('Import')
    expect(await screen.findByText('Transcript imported: 2 paragraphs')).toBeTruthy()
    expect(state.files[0]?.trans_result?.map(({ speaker, content }) => [speaker, content])).toEqual([
      ['Lena', 'Forty clinics open in May.'],
      ['Tom', 'And who pays?'],
    ])
  })

  it('replaces another one, which stays in the history', async () => {
    const { dialog, choose, press, state } = await openDialog(transcribed)
    await choose(file(SRT))
    expect(await dialog.findByText('The text so far stays in the history.')).toBeTruthy()
    expect(state.files[0]?.trans_result?.[0]?.content).toBe('Forty cynics.')
    await press('Replace')
    expect(await screen.findByText('Transcript imported: 2 paragraphs')).toBeTruthy()
    expect(state.files[0]?.trans_result).toHaveLength(2)
  })

  it('is refused without times, and another file can be chosen', async () => {
    const { dialog, choose } = await openDialog(empty)
    await choose(file('Forty clinics open in May.', 'talk.txt'))
    expect(await dialog.findByText('There is no transcript with times in this file.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Import' }).getAttribute('aria-disabled')).toBe('true')
    await choose(file(SRT))
    expect(await dialog.findByText(/^2 paragraphs/)).toBeTruthy()
  })

  it('that the server does not save is reported, and can be saved again', async () => {
    const { dialog, choose, press, state } = await openDialog(empty, { failsToRename: true })
    await choose(file(SRT))
    await dialog.findByText(/^2 paragraphs/)
    await press('Import')
    expect(await screen.findAllByText(/The transcript could not be imported/)).not.toEqual([])
    state.failsToRename = false
    await press('Import')
    expect(await screen.findByText('Transcript imported: 2 paragraphs')).toBeTruthy()
  })

  it('comes with a report of what was left out, with lines, before and after it is saved', async () => {
    const { dialog, choose, press } = await openDialog(empty)
    await choose(file(`A talk\n\n${SRT}\n3\n00:02:00,000 --> 00:02:02,000\nTom: Nobody hears me.\n`))
    expect(await dialog.findByText('1 line that belongs to no passage · 2 words · line 1')).toBeTruthy()
    expect(dialog.getByText('1 passage after the end of the recording · 3 words · line 12')).toBeTruthy()
    await press('Import')
    expect(await screen.findByText('Transcript imported: 2 paragraphs · 2 places left out or changed')).toBeTruthy()
  })

  it('is read in another encoding when the guess is wrong', async () => {
    const { dialog, choose, user } = await openDialog(empty)
    // "Да: кто платит" in the encoding of Windows for Cyrillic.
    const bytes = [0xc4, 0xe0, 0x3a, 0x20, 0xea, 0xf2, 0xee, 0x20, 0xef, 0xeb, 0xe0, 0xf2, 0xe8, 0xf2]
    const head = new TextEncoder().encode('1\n00:00:01,000 --> 00:00:03,500\n')
    await choose(new File([head, new Uint8Array(bytes)], 'talk.srt'))
    const encoding = await dialog.findByRole('combobox', { name: 'Text encoding' })
    expect((encoding as HTMLSelectElement).value).toBe('windows-1251')
    expect(dialog.getAllByText('кто платит', { exact: false })).not.toEqual([])
    await user.selectOptions(encoding, 'koi8-r')
    expect(await dialog.findAllByText('ЙРН ОКЮРХР', { exact: false })).not.toEqual([])
  })

  it.each([
    ['{"segments": [', 'This file is damaged. See line 1.'],
    ['', 'This file is empty.'],
    ['{"a": [1, 2]}', 'No list with texts and times was found in this JSON.'],
    [
      '1\n00:05:01,000 --> 00:05:03,500\nLate.\n',
      'Everything in this file comes after the end of this recording. It may belong to another one. See line 2.',
    ],
  ])('that cannot be imported (%j) says why', async (text, message) => {
    const { dialog, choose } = await openDialog(empty)
    await choose(file(text, 'talk.json'))
    expect(await dialog.findByText(message)).toBeTruthy()
  })

  it('has a dialog without accessibility findings', async () => {
    const { choose, dialog } = await openDialog(transcribed)
    await choose(file(SRT))
    await dialog.findByText(/^2 paragraphs/)
    expect(await axeViolations()).toEqual([])
  })
})
