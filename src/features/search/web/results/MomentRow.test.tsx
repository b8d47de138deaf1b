import { screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import { foundMoment } from '#test/screens/mockSearch.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { withRouter } from '#test/screens/withRouter.tsx'
import type { SearchMoment } from '../../contract.ts'
import { MomentRow } from './MomentRow.tsx'

beforeAll(async () => await loadMessages('search'))

async function renderRow(moment: SearchMoment): Promise<HTMLElement> {
  const row = (
    <MomentRow moment={moment} link="/file/1" speaker={undefined} onPlay={undefined} isPlaying={false} onOpen={() => {}} />
  )
  await renderWithProviders(withRouter(<ul>{row}</ul>).page)
  return await screen.findByRole('link', { name: new RegExp(moment.text.slice(0, 10)) })
}

it('labels a moment that was found by its meaning', async () => {
  const link = await renderRow(foundMoment('The wet season starts.', { by_meaning: true }))
  expect(link.textContent).toBe('The wet season starts. Similar meaning')
  expect(link.querySelector('mark')).toBeNull()
})

it('marks the words of any other moment', async () => {
  const link = await renderRow(foundMoment('Forty [before the rains].'))
  expect(link.textContent).toBe('Forty before the rains.')
  expect(link.querySelector('mark')?.textContent).toBe('before the rains')
})
