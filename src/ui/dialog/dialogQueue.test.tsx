import { renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DIALOG_PRIORITY, type DialogName, useDialogQueue } from './dialogQueue.ts'

const renderDialog = (name: DialogName, isOpen = true) =>
  renderHook((open: boolean) => useDialogQueue(name, open), { initialProps: isOpen })

describe('useDialogQueue', () => {
  it('shows one dialog at a time by priority, not by the order of opening', () => {
    const promo = renderDialog('device_promo')
    const settings = renderDialog('settings')
    const notice = renderDialog('address_notice')
    expect([promo, settings, notice].map(({ result }) => result.current)).toEqual([false, false, true])
    notice.rerender(false)
    expect([promo, settings, notice].map(({ result }) => result.current)).toEqual([false, true, false])
    settings.unmount()
    expect(promo.result.current).toBe(true)
    promo.unmount()
  })

  it('shows all dialogs one after the other when all are open', () => {
    const all = [...DIALOG_PRIORITY].reverse().map((name) => ({ name, hook: renderDialog(name) }))
    const seen: string[] = []
    for (let left = all.length; left > 0; left -= 1) {
      const shown = all.filter(({ hook }) => hook.result.current)
      seen.push(shown.map(({ name }) => name).join(' and '))
      for (const { hook } of shown) hook.rerender(false)
    }
    expect(seen).toEqual([...DIALOG_PRIORITY])
    for (const { hook } of all) hook.unmount()
  })

  it('ignores dialogs that are unmounted or not open', () => {
    const closedDialog = renderDialog('server_notice', false)
    const settings = renderDialog('settings')
    expect(settings.result.current).toBe(true)
    closedDialog.rerender(true)
    expect(settings.result.current).toBe(false)
    closedDialog.unmount()
    expect(settings.result.current).toBe(true)
    settings.unmount()
  })
})
