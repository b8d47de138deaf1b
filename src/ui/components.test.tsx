import { screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { ServerError } from '#shared/client.ts'
import { renderWithProviders } from '#test/screens/renderWithProviders.tsx'
import { Button } from './button/Button.tsx'
import { Chip } from './badge/Chip.tsx'
import { ConfirmDialog } from './dialog/ConfirmDialog.tsx'
import { Dialog } from './dialog/Dialog.tsx'
import { EmptyState } from './feedback/EmptyState.tsx'
import { ErrorState } from './feedback/ErrorState.tsx'
import { IconButton } from './button/IconButton.tsx'
import { Kbd } from './badge/Kbd.tsx'
import { Logo } from './logo/Logo.tsx'
import { Menu, MenuRadioGroup, MenuGroup, MenuItem, MenuSeparator } from './menu/Menu.tsx'
import { OfflineBanner } from './server-status/OfflineBanner.tsx'
import { ProgressBar } from './feedback/ProgressBar.tsx'
import { Select } from './select/Select.tsx'
import { Skeleton, SkeletonRows } from './feedback/Skeleton.tsx'
import { Spinner } from './feedback/Spinner.tsx'
import { Switch } from './form/Switch.tsx'
import { TabPanel, Tabs } from './tabs/Tabs.tsx'
import { TextField } from './form/TextField.tsx'
import { useToast } from './toast/useToast.ts'

const LANGUAGES = [
  { value: 'auto', label: 'Detect automatically' },
  { value: 'de', label: 'German', hint: 'Deutsch' },
]

function Fields() {
  const [name, setName] = useState('')
  const [language, setLanguage] = useState<string | null>(null)
  const [on, setOn] = useState(false)
  return (
    <>
      <TextField label="Name" hint="At most 254 characters" value={name} onChange={setName} required />
      <TextField label="Search" hideLabel value={name} onChange={setName} after={<Kbd>/</Kbd>} />
      <TextField label="Description" lines={4} error="Say at least one word." value={name} onChange={setName} />
      <Select label="Language" hint="Or name it" options={LANGUAGES} value={language} onChange={setLanguage} />
      <Switch label="Tell speakers apart" hint="Two expected" checked={on} onChange={setOn} />
      <output>{JSON.stringify({ name, language, on })}</output>
    </>
  )
}

function AllComponents({ tab = 'summary' }: { tab?: string }) {
  return (
    <main>
      <h1>
        <Logo withName />
      </h1>
      <OfflineBanner onRetry={() => {}} />
      <Button variant="main">Generate</Button>
      <Button variant="danger" busy>
        Delete
      </Button>
      <Button disabledReason="Nothing to share yet">Share</Button>
      <IconButton label="Add" icon={<svg aria-hidden />} shortcut="N" disabledReason="Offline" />
      <Menu trigger={<IconButton label="More" icon={<svg aria-hidden />} />}>
        <MenuItem shortcut="R">Rename</MenuItem>
        <MenuSeparator />
        <MenuGroup label="Sort">
          <MenuRadioGroup value="name" options={[{ value: 'name', label: 'By name' }]} onChange={() => {}} />
        </MenuGroup>
      </Menu>
      <Tabs
        label="Parts of the file"
        value={tab}
        onChange={() => {}}
        tabs={[
          { value: 'summary', label: 'Summary' },
          { value: 'transcript', label: 'Transcript' },
        ]}
        end={<Button>Add</Button>}
      >
        <TabPanel value="summary">In short</TabPanel>
        <TabPanel value="transcript">What was said</TabPanel>
      </Tabs>
      <Fields />
      <Chip tone="waiting" dot="#4c8eff">
        Transcribing
      </Chip>
      <ProgressBar label="Uploading memo 14" showLabel value={0.62} tone="waiting" />
      <ProgressBar label="Preparing" value={null} />
      <Skeleton className="h-4 w-20" />
      <SkeletonRows rows={2} />
      <Spinner label="Loading" />
      <EmptyState action={<Button>Upload</Button>}>No recordings yet.</EmptyState>
      <ErrorState error={new ServerError('x', 'req-1')} onRetry={() => {}} />
    </main>
  )
}

/**
 * Returns the axe violations that can be checked without layout; the contrast of the colour tokens has its own test. Open popups
 * are outside of the landmarks of the page, so `region` is checked only without one.
 */
async function axeViolations({ open = false } = {}): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: !open } },
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

describe('accessibility of the components', () => {
  it('has no axe violation with all components on one page', async () => {
    await renderWithProviders(<AllComponents />)
    expect(await axeViolations()).toEqual([])
  })

  it('has no axe violation with an open menu or select', async () => {
    const { user } = await renderWithProviders(<AllComponents />)
    await user.click(screen.getByRole('button', { name: 'More' }))
    await screen.findByRole('menu')
    expect(await axeViolations({ open: true })).toEqual([])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await user.click(screen.getByRole('combobox', { name: 'Language' }))
    await screen.findByRole('listbox')
    expect(await axeViolations({ open: true })).toEqual([])
  })

  it.each([false, true])('has no axe violation in a dialog (ConfirmDialog: %s)', async (question) => {
    await renderWithProviders(
      question ? (
        <ConfirmDialog open title="Delete?" danger onConfirm={() => {}} onClose={() => {}}>
          It goes to the trash.
        </ConfirmDialog>
      ) : (
        <Dialog
          open
          title="Settings"
          description="For this account"
          onClose={() => {}}
          footer={<Button variant="main">Done</Button>}
        >
          <Fields />
        </Dialog>
      ),
    )
    await screen.findByRole(question ? 'alertdialog' : 'dialog')
    expect(await axeViolations()).toEqual([])
  })

  it('has no axe violation with toasts', async () => {
    function ToastExamples() {
      const toast = useToast()
      const showToasts = () => {
        toast.show('Moved', { action: { label: 'Undo', run: () => {} } })
        toast.error('It failed', { requestId: 'req-2' })
      }
      return (
        <main>
          <h1>Files</h1>
          <Button onClick={showToasts}>Raise</Button>
        </main>
      )
    }
    const { user } = await renderWithProviders(<ToastExamples />)
    await user.click(screen.getByRole('button', { name: 'Raise' }))
    await screen.findByText('Request ID: req-2')
    expect(await axeViolations()).toEqual([])
  })
})

describe('Button', () => {
  it('shows the disabled reason, keeps the focus and does nothing when it is disabled', async () => {
    const pressed: string[] = []
    const { user } = await renderWithProviders(
      <Button disabledReason="Nothing to share yet" onClick={() => pressed.push('share')}>
        Share
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Share', description: 'Nothing to share yet' })
    await user.tab()
    expect(document.activeElement).toBe(button)
    await user.keyboard('{Enter}')
    await user.click(button)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(pressed).toEqual([])
  })
})

describe('fields', () => {
  it('can be filled in with the keyboard alone', async () => {
    const { user } = await renderWithProviders(<Fields />)
    await user.type(screen.getByLabelText('Name'), 'Lena')
    screen.getByRole('combobox', { name: 'Language' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('listbox')
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('German'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
    screen.getByRole('switch', { name: 'Tell speakers apart' }).focus()
    await user.keyboard(' ')
    expect(JSON.parse(screen.getByRole('status').textContent ?? '')).toEqual({ name: 'Lena', language: 'de', on: true })
  })

  it('expose their error to screen readers', async () => {
    await renderWithProviders(<Fields />)
    const field = screen.getByRole('textbox', { name: 'Description' })
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() =>
      expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Say at least one word.'),
    )
  })
})

describe('Tabs', () => {
  it('shows the panel of the selected tab and moves with arrows', async () => {
    function ExampleTabs() {
      const [tab, setTab] = useState('summary')
      return (
        <Tabs
          label="Parts"
          value={tab}
          onChange={setTab}
          tabs={[
            { value: 'summary', label: 'Summary' },
            { value: 'transcript', label: 'Transcript' },
          ]}
        >
          <TabPanel value="summary">In short</TabPanel>
          <TabPanel value="transcript">What was said</TabPanel>
        </Tabs>
      )
    }
    const { user } = await renderWithProviders(<ExampleTabs />)
    await user.click(screen.getByRole('tab', { name: 'Summary' }))
    await user.keyboard('{ArrowRight}{Enter}')
    expect((await screen.findByRole('tabpanel', { name: 'Transcript' })).textContent).toBe('What was said')
  })
})

describe('ProgressBar', () => {
  it('exposes the percentage in the locale format, rounded down', async () => {
    await renderWithProviders(<ProgressBar label="Uploading" value={0.629} />, { locale: 'de_DE' })
    expect(screen.getByRole('progressbar', { name: 'Uploading' }).getAttribute('aria-valuetext')).toMatch(/^62\s%$/)
  })

  it('has no number when the progress is unknown', async () => {
    await renderWithProviders(<ProgressBar label="Preparing" value={null} />)
    const bar = screen.getByRole('progressbar', { name: 'Preparing' })
    expect(bar.getAttribute('aria-valuenow')).toBeNull()
    expect(bar.getAttribute('aria-valuetext')).toBe('In progress')
  })
})
