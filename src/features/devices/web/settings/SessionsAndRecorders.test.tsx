import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { axeViolations } from '#test/screens/axeViolations.ts'
import { createLiveSender } from '#test/screens/createLiveSender.ts'
import { loadMessages, renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { MockError, handle, mockServer } from '#test/screens/mockServer.ts'
import { devicesContract, devicesTopic } from '../../contract.ts'
import { devicesFeature } from '../../web.tsx'
import type { Recorder } from '../devicesClient.ts'
import { Recorders } from './SessionsAndRecorders.tsx'

async function renderRecorders(maxRecorders = 9) {
  const added: Recorder[] = []
  const list: Recorder[] = [{ sn: 'A-1', name: 'Desk', model: 'Note', version_number: 0 }]
  mockServer([
    handle(devicesContract.list, () => ({ data_devices: list })),
    handle(devicesContract.add, ({ body }) => {
      added.push(body)
      const index = list.findIndex(({ sn }) => sn === body.sn)
      if (index < 0 && list.length >= maxRecorders) throw new MockError(devicesContract.add.refusals.tooMany.status)
      list.splice(index < 0 ? list.length : index, index < 0 ? 0 : 1, body)
      return { data_device: body }
    }),
    handle(devicesContract.remove, ({ params }) => {
      list.splice(
        list.findIndex(({ sn }) => sn === params.sn),
        1,
      )
      return {}
    }),
  ])
  await loadMessages('devices')
  const view = await renderWithProviders(<Recorders />)
  await screen.findByText('Desk')
  return { ...view, list, added }
}

afterEach(() => vi.unstubAllGlobals())

describe('the recorders (A§3)', () => {
  it('are added by serial number, which is validated before it is sent', async () => {
    const { user, list } = await renderRecorders()
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a recorder' })
    await user.type(within(dialog).getByLabelText('Serial number'), 'no good')
    await user.type(within(dialog).getByLabelText('Name'), 'Pocket{Enter}')
    expect(await within(dialog).findByText(/not a serial number/)).toBeTruthy()
    await user.clear(within(dialog).getByLabelText('Serial number'))
    await user.type(within(dialog).getByLabelText('Serial number'), 'B-2{Enter}')
    expect(await screen.findByText('Pocket')).toBeTruthy()
    expect(list.map(({ sn }) => sn)).toEqual(['A-1', 'B-2'])
  })

  it('are added once when Enter is pressed twice', async () => {
    const { user, added } = await renderRecorders()
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Serial number'), 'B-2')
    await user.type(within(dialog).getByLabelText('Name'), 'Pocket{Enter}{Enter}')
    expect(await screen.findByText('Pocket')).toBeTruthy()
    expect(added.map(({ sn }) => sn)).toEqual(['B-2'])
  })

  it('show an error when there are too many', async () => {
    const { user } = await renderRecorders(1)
    await user.click(screen.getByRole('button', { name: 'Add' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Serial number'), 'B-2')
    await user.type(within(dialog).getByLabelText('Name'), 'Pocket{Enter}')
    expect(await within(dialog).findByText(/cannot add more recorders/)).toBeTruthy()
  })

  it('are renamed, and removed after confirmation', async () => {
    const { user, list } = await renderRecorders()
    await user.click(screen.getByRole('button', { name: 'Rename Desk' }))
    const name = within(await screen.findByRole('dialog')).getByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Kitchen{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Remove Kitchen' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(dialog.textContent).toContain('Its recordings stay')
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(list).toEqual([]))
  })

  it('are reloaded when they change elsewhere', async () => {
    const { queries, list } = await renderRecorders()
    list.push({ sn: 'B-2', name: 'Pocket', model: '', version_number: 0 })
    const sendLive = await createLiveSender(devicesFeature)
    sendLive(queries, devicesTopic, { id: 'B-2' })
    expect(await screen.findByText('Pocket')).toBeTruthy()
  })

  it('have no accessibility violations', async () => {
    await renderRecorders()
    expect(await axeViolations()).toEqual([])
  })
})
