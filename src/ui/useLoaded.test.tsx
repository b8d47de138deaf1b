import { screen, waitFor } from '@testing-library/react'
import { createElement, useState } from 'react'
import type { ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { renderScreen } from '#test/screen/renderScreen.tsx'
import { useLoaded } from './useLoaded.ts'

const Words = () => <p>here</p>

function Page({ load }: { load: () => Promise<ComponentType> }) {
  const [open, setOpen] = useState(false)
  const Part = useLoaded(load, open)
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        open
      </button>
      {Part && createElement(Part)}
    </>
  )
}

describe('useLazyLoad', () => {
  it('loads the code once, when it is first needed', async () => {
    let asked = 0
    const load = async () => {
      asked++
      return Words
    }
    const { user } = await renderScreen(<Page load={load} />)
    expect(asked).toBe(0)
    await user.click(screen.getByRole('button'))
    expect(await screen.findByText('here')).toBeTruthy()
    await user.click(screen.getByRole('button'))
    await user.click(screen.getByRole('button'))
    expect(asked).toBe(1)
  })

  it('keeps the page when loading fails, and loads again on the next trigger', async () => {
    let asked = 0
    const load = async () => {
      if (++asked === 1) throw new TypeError('Failed to fetch dynamically imported module')
      return Words
    }
    const { user } = await renderScreen(<Page load={load} />)
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(asked).toBe(1))
    expect(screen.getByRole('button')).toBeTruthy()
    await user.click(screen.getByRole('button'))
    await user.click(screen.getByRole('button'))
    expect(await screen.findByText('here')).toBeTruthy()
  })
})
