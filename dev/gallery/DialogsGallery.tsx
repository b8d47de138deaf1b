import { Palette, User } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Combobox } from '#ui/select/Combobox.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { PanesDialog } from '#ui/dialog/PanesDialog.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useToast } from '#ui/toast/useToast.ts'
import { GallerySection, Specimen } from './GallerySection.tsx'

type OpenDialog = 'form' | 'wide' | 'question' | 'danger' | 'panes' | null
const COUNTRIES = ['Austria', 'Brazil', 'France', 'Germany', 'Italy', 'Japan', 'Portugal', 'Spain'].map((label) => ({
  value: label,
  label,
}))
const PANES = [
  { id: 'profile', label: 'Profile', icon: <User aria-hidden /> },
  { id: 'appearance', label: 'Appearance', icon: <Palette aria-hidden />, isNew: true },
] as const

export function DialogsGallery() {
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const [pane, setPane] = useState<'profile' | 'appearance' | null>(null)
  const close = () => setOpenDialog(null)
  const showHandler = (dialog: OpenDialog) => () => setOpenDialog(dialog)
  return (
    <GallerySection
      id="dialogs"
      title="Dialogs and toasts"
      note="Focus stays inside and returns when the dialog closes. On a phone a dialog has the full height; a confirmation stays small."
    >
      <Specimen caption="Dialog: a form, and a wide one">
        <Button onClick={showHandler('form')}>Form</Button>
        <Button onClick={showHandler('wide')}>Wide</Button>
      </Specimen>
      <Specimen caption="ConfirmDialog: a question, and one about what cannot be undone">
        <Button onClick={showHandler('question')}>Question</Button>
        <Button onClick={showHandler('danger')}>Delete for ever</Button>
      </Specimen>
      <Specimen caption="PanesDialog">
        <Button onClick={showHandler('panes')}>Panes</Button>
      </Specimen>
      <Toasts />
      <FormDialog open={openDialog === 'form'} onClose={close} />
      <Dialog
        size="wide"
        open={openDialog === 'wide'}
        onClose={close}
        title="All templates"
        description="More than fits is scrolled."
      >
        <div className="kit-tall">
          {Array.from({ length: 24 }, (_, index) => (
            <p key={index}>Template {index + 1}: interview, questions and answers</p>
          ))}
        </div>
      </Dialog>
      <ConfirmDialog open={openDialog === 'question'} title="Sign out?" confirmLabel="Sign out" onConfirm={close} onClose={close}>
        What was not uploaded yet is lost.
      </ConfirmDialog>
      <ConfirmDialog
        danger
        open={openDialog === 'danger'}
        title="Delete for ever?"
        confirmLabel="Delete"
        onConfirm={close}
        onClose={close}
      >
        Two recordings and their texts. This cannot be undone.
      </ConfirmDialog>
      <PanesDialog
        open={openDialog === 'panes'}
        onClose={close}
        title="Settings"
        panes={PANES}
        pane={pane}
        onPaneChange={setPane}
        status="Saved"
      >
        <p className="kit-note">What the pane holds.</p>
      </PanesDialog>
    </GallerySection>
  )
}

function FormDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [name, setName] = useState('Interview with Dr. Okafor')
  const [country, setCountry] = useState<string | null>(null)
  const footer = (
    <>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" variant="main">
        Save
      </Button>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Rename"
      description="Enter saves, Esc closes."
      onSubmit={onClose}
      footer={footer}
    >
      <div className="kit-tall">
        <TextField label="Name" value={name} onChange={setName} />
        <Combobox label="Country" options={COUNTRIES} value={country} onChange={setCountry} />
      </div>
    </Dialog>
  )
}

function Toasts() {
  const toast = useToast()
  return (
    <Specimen caption="Toasts: message, with Undo, failed">
      <Button onClick={() => toast.show('Moved to Research interviews')}>Said</Button>
      <Button onClick={() => toast.show('Moved to trash', { action: { label: 'Undo', run: () => {} } })}>Undo</Button>
      <Button onClick={() => toast.error('The file could not be moved.', { requestId: '8f2c91d0' })}>Failed</Button>
    </Specimen>
  )
}
