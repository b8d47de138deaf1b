import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import type { ComponentType } from 'react'
import { describe, expect, it } from 'vitest'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { lazyCode, useLazyCode } from './lazyCode.ts'

const Content = () => <p>here</p>

function Page({ load }: { load: () => Promise<ComponentType> }) {
  const [open, setOpen] = useState(false)
  const [code] = useState(() => lazyCode(load))
  const { loaded: Loaded } = useLazyCode(code, open)
  return (
    <>
      <button type="button" onClick={() => setOpen(!open)}>
        open
      </button>
      {Loaded && <Loaded />}
    </>
  )
}

describe('useLazyCode', () => {
  it('loads the code once, when it is first needed', async () => {
    let loads = 0
    const load = async () => {
      loads++
      return Content
    }
    const { user } = await renderWithProviders(<Page load={load} />)
    expect(loads).toBe(0)
    await user.click(screen.getByRole('button'))
    expect(await screen.findByText('here')).toBeTruthy()
    await user.click(screen.getByRole('button'))
    await user.click(screen.getByRole('button'))
    expect(loads).toBe(1)
  })

  it('keeps the page when loading fails, and loads again when it is needed again', async () => {
    let loads = 0
    const load = async () => {
      if (++loads === 1) throw new TypeError('Failed to fetch dynamically imported module')
      return Content
    }
    const { user } = await renderWithProviders(<Page load={load} />)
    await user.click(screen.getByRole('button'))
    await waitFor(() => expect(loads).toBe(1))
    expect(screen.getByRole('button')).toBeTruthy()
    await user.click(screen.getByRole('button'))
    await user.click(screen.getByRole('button'))
    expect(await screen.findByText('here')).toBeTruthy()
  })
})
