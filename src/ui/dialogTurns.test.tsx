import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DIALOG_ORDER, type DialogName, useDialogTurn } from './dialogTurns.ts'

const dialog = (name: DialogName, wants = true) =>
  renderHook((open: boolean) => useDialogTurn(name, open), { initialProps: wants })

describe('useDialogQueue', () => {
  it('shows one dialog at a time by priority, not by the order of opening', () => {
    const offer = dialog('device_promo')
    const settings = dialog('settings')
    const notice = dialog('address_notice')
    expect([offer, settings, notice].map(({ result }) => result.current)).toEqual([false, false, true])
    notice.rerender(false)
    expect([offer, settings, notice].map(({ result }) => result.current)).toEqual([false, true, false])
    settings.unmount()
    expect(offer.result.current).toBe(true)
    offer.unmount()
  })

  it('shows all dialogs one after the other when all are open', () => {
    const all = [...DIALOG_ORDER].reverse().map((name) => ({ name, hook: dialog(name) }))
    const seen: string[] = []
    for (let left = all.length; left > 0; left -= 1) {
      const shown = all.filter(({ hook }) => hook.result.current)
      seen.push(shown.map(({ name }) => name).join(' and '))
      for (const { hook } of shown) hook.rerender(false)
    }
    expect(seen).toEqual([...DIALOG_ORDER])
    for (const { hook } of all) hook.unmount()
  })

  it('ignores dialogs that are unmounted or not open', () => {
    const quiet = dialog('server_notice', false)
    const settings = dialog('settings')
    expect(settings.result.current).toBe(true)
    quiet.rerender(true)
    expect(settings.result.current).toBe(false)
    quiet.unmount()
    expect(settings.result.current).toBe(true)
    settings.unmount()
  })
})
