import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { switchLocale } from '#browser/i18n/i18n.ts'
import { MODEL_FAILURES } from '#features/language-models/rules.ts'
import { LOCALES } from '#shared/locales.ts'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { ERROR_CATALOGUE, type FailurePlace } from '../rules.ts'
import { FailureCard } from './FailureCard.tsx'

type Row = (typeof ERROR_CATALOGUE)[number]

const placesOf = ({ places }: Row): readonly FailurePlace[] => places ?? ['file']
const codeOf = ({ codes }: Row): number => (typeof codes === 'number' ? codes : codes[0])
const ROWS = ERROR_CATALOGUE.flatMap((row) => placesOf(row).map((place) => [codeOf(row), place, row] as const))

/** Shows a failure. `calls` are the actions that were pressed. */
async function showFailure(status: number, place: FailurePlace, locale: (typeof LOCALES)[number] = 'en_US') {
  const calls: string[] = []
  const run = (name: string) => () => void calls.push(name)
  const actions = { again: run('again'), generate: run('generate'), cancel: run('cancel') }
  const view = await renderWithProviders(<FailureCard status={status} place={place} actions={actions} isBusy={false} />, {
    locale,
  })
  return { ...view, calls, alert: screen.getByRole('alert') }
}

describe('the catalogue of failures on screen (B§8)', () => {
  it.each(ROWS)('%i at %s has its texts in ten languages', async (status, place, { title, reason }) => {
    const texts = new Set<string>()
    await renderWithProviders(<FailureCard status={status} place={place} actions={{ cancel: () => {} }} isBusy={false} />)
    for (const locale of LOCALES) {
      await switchLocale(locale)
      const text = await screen.findByRole('alert').then(({ textContent }) => textContent)
      expect(text).not.toMatch(new RegExp(`${title}|${reason}|[a-z]+_[a-z]+`))
      expect(text).toContain(String(status))
      texts.add(text)
    }
    expect(texts.size).toBe(LOCALES.length)
  })

  it.each(MODEL_FAILURES)('a language model that failed is named in ten languages: %s', async (failure) => {
    const texts = new Set<string>()
    const modelFailure = { model: 'qwen3:8b', failure }
    await renderWithProviders(
      <FailureCard {...{ status: -900_110, place: 'file', modelFailure, isBusy: false }} actions={{ cancel: () => {} }} />,
    )
    await screen.findByText(/qwen3:8b/)
    for (const locale of LOCALES) {
      await switchLocale(locale)
      const { textContent: text } = await screen.findByRole('alert')
      expect(text).toContain('qwen3:8b')
      expect(text).not.toContain('failure_')
      texts.add(text)
    }
    expect(texts.size).toBe(LOCALES.length)
  })

  it.each(ROWS)('%i at %s offers its actions, and each does what it says', async (status, place, { actions }) => {
    const { user, calls, alert } = await showFailure(status, place)
    for (const button of within(alert).queryAllByRole('button')) await user.click(button)
    expect(calls).toEqual(actions)
    expect(await axeViolations()).toEqual([])
  })
})
