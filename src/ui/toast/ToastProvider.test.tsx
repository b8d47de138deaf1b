import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ServerError } from '#shared/client.ts'
import { seconds } from '#shared/units.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { Button } from '../button/Button.tsx'
import { useExplainError } from '../feedback/useExplainError.ts'
import { setToastRenderer } from './toastQueue.ts'
import { ToastMillis, type Toaster, useToast } from './useToast.ts'

function ToastExamples({ undone }: { undone: string[] }) {
  const toast = useToast()
  const explain = useExplainError()
  const fail = () => {
    const { text, requestId } = explain(new ServerError('secret words of the server', 'req-77'))
    toast.error(text, { requestId })
  }
  return (
    <>
      <Button onClick={() => toast.show('Moved', { action: { label: 'Undo', run: () => undone.push('undone') } })}>Move</Button>
      <Button onClick={fail}>Fail</Button>
      <Button onClick={() => toast.show('Saved', { ms: 200 })}>Save</Button>
    </>
  )
}

const ShowToasts = ({ show }: { show: (toast: Toaster) => void }) => {
  const toast = useToast()
  return <Button onClick={() => show(toast)}>Show</Button>
}

function TwoActions({ done }: { done: string[] }) {
  const toast = useToast()
  const actions = [
    { label: 'Undo', run: () => done.push('undo'), undoes: true },
    { label: 'Visit', run: () => done.push('visit') },
  ]
  return (
    <>
      <Button onClick={() => toast.show('Moved', { actions })}>Move</Button>
      <input aria-label="Text" />
    </>
  )
}

describe('a toast', () => {
  it('is shown as long as its part of the page says, and eight seconds with a button or for an error (A§9, B§9)', async () => {
    const shown: Record<string, number> = {}
    const show = (toast: Toaster) => {
      toast.show('saved')
      toast.warn('is there already')
      toast.show('moved', { action: { label: 'Undo', run: () => {} } })
      toast.error('not moved')
      toast.show('marked', { ms: 100 })
    }
    const { user } = await renderWithProviders(
      <ToastMillis value={seconds(2)}>
        <ShowToasts show={show} />
      </ToastMillis>,
    )
    const disconnect = setToastRenderer({ add: ({ text, ms }) => (shown[text] = ms), close: () => {} })
    await user.click(screen.getByRole('button'))
    disconnect()
    expect(shown).toEqual({
      saved: 2000,
      'is there already': 2000,
      moved: 8000,
      'not moved': 8000,
      marked: 100,
    })
  })

  it('is shown and disappears by itself', async () => {
    const { user } = await renderWithProviders(<ToastExamples undone={[]} />)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('Saved')).toBeNull(), { timeout: 3000 })
  })

  it('has an action that closes it', async () => {
    const undone: string[] = []
    const { user } = await renderWithProviders(<ToastExamples undone={undone} />)
    await user.click(screen.getByRole('button', { name: 'Move' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(undone).toEqual(['undone'])
    await waitFor(() => expect(screen.queryByText('Moved')).toBeNull())
  })

  it('can have two actions, and Ctrl+Z runs the undo action while it is shown, except in a text field', async () => {
    const done: string[] = []
    const { user } = await renderWithProviders(<TwoActions done={done} />)
    await user.click(screen.getByRole('button', { name: 'Move' }))
    await user.click(await screen.findByRole('button', { name: 'Visit' }))
    expect(done).toEqual(['visit'])
    await waitFor(() => expect(screen.queryByText('Moved')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Move' }))
    await screen.findByText('Moved')
    screen.getByRole('textbox').focus()
    await user.keyboard('{Control>}z{/Control}')
    expect(done).toEqual(['visit'])
    screen.getByRole('button', { name: 'Move' }).focus()
    await user.keyboard('{Control>}z{/Control}')
    expect(done).toEqual(['visit', 'undo'])
    await waitFor(() => expect(screen.queryByText('Moved')).toBeNull())
    await user.keyboard('{Control>}z{/Control}')
    expect(done).toEqual(['visit', 'undo'])
  })

  it('shows the request id of a fault, and not the message of the server', async () => {
    const { user } = await renderWithProviders(<ToastExamples undone={[]} />)
    await user.click(screen.getByRole('button', { name: 'Fail' }))
    expect(await screen.findByText('Request ID: req-77')).toBeTruthy()
    expect(screen.queryByText(/secret/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(screen.queryByText('Request ID: req-77')).toBeNull())
  })
})
