import { screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { SearchField } from './SearchField.tsx'

function Page() {
  const [text, setText] = useState('')
  return (
    <main>
      <SearchField label="Search titles" shortcut="/" value={text} onChange={setText} />
    </main>
  )
}

describe('a search field', () => {
  it('is cleared by its button, which keeps the focus in the field, and by Esc', async () => {
    const { user } = await renderWithProviders(<Page />)
    const field = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search titles' })
    expect(screen.getByText('/')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    await user.type(field, 'board')
    expect(screen.queryByText('/')).toBeNull()
    expect(await axeViolations()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(field.value).toBe('')
    expect(document.activeElement).toBe(field)
    await user.type(field, 'board{Escape}')
    expect(field.value).toBe('')
  })
})
