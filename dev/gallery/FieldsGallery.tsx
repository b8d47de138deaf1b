import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { GallerySection, Specimen } from './GallerySection.tsx'

const EMAIL = 'lena.brandt@example.org'

export function FieldsGallery() {
  const [name, setName] = useState('')
  const [email, setEmail] = useState('lena.brandt@')
  const [note, setNote] = useState('She expects the pilot to reach forty by May.')
  const [query, setQuery] = useState('')
  return (
    <GallerySection
      id="fields"
      title="Fields"
      note="Label above, hint below. An error replaces the hint and explains how to fix it."
    >
      <Specimen caption="At rest, with a hint">
        <TextField label="Name" hint="At most 254 characters" placeholder="Interview" value={name} onChange={setName} />
      </Specimen>
      <Specimen caption="Error">
        <TextField label="Email" type="email" error="The part after @ is missing." value={email} onChange={setEmail} />
      </Specimen>
      <Specimen caption="Disabled">
        <TextField label="Invitation" hint="Only who runs the server can invite." disabled value="" onChange={setName} />
      </Specimen>
      <Specimen caption="Read-only: can be selected and copied">
        <TextField label="Address of the account" readOnly value={EMAIL} onChange={() => {}} />
      </Specimen>
      <Specimen caption="Hidden label, icon, key">
        <TextField
          label="Search files"
          hideLabel
          icon={<Search aria-hidden />}
          after={<Kbd>/</Kbd>}
          placeholder="Search titles and words"
          value={query}
          onChange={setQuery}
        />
      </Specimen>
      <Specimen caption="With a button in it">
        <TextField
          label="Link"
          readOnly
          value="https://earshot.example/share/8f2c91d07b64"
          onChange={() => {}}
          after={
            <Button size="sm" variant="quiet">
              Copy
            </Button>
          }
        />
      </Specimen>
      <Specimen caption="Several lines">
        <TextField label="Note" lines={3} value={note} onChange={setNote} />
      </Specimen>
      <Specimen caption="Several lines, error">
        <TextField label="Reason" lines={3} error="Say at least one word." value="" onChange={setNote} />
      </Specimen>
    </GallerySection>
  )
}
