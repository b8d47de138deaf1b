import { Link } from '@tanstack/react-router'
import { Download, Ellipsis, Plus, Trash2 } from 'lucide-react'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { GallerySection, Specimen } from './GallerySection.tsx'

const VARIANTS = ['main', 'plain', 'quiet', 'danger'] as const

export function ButtonsGallery() {
  return (
    <GallerySection
      id="buttons"
      title="Buttons"
      note="One main button per view. A disabled button stays focusable and explains why it is disabled."
    >
      {VARIANTS.map((variant) => (
        <Specimen key={variant} caption={`${variant}: at rest, busy, not now`}>
          <Button variant={variant}>Generate</Button>
          <Button variant={variant} busy>
            Generate
          </Button>
          <Button variant={variant} disabledReason="There is no sound yet">
            Generate
          </Button>
        </Specimen>
      ))}
      <Specimen caption="Sizes: sm, md, lg">
        <Button size="sm">Small</Button>
        <Button>Middle</Button>
        <Button size="lg">Large</Button>
      </Specimen>
      <Specimen caption="With an icon">
        <Button variant="main" icon={<Plus aria-hidden />}>
          New recording
        </Button>
        <Button variant="danger" icon={<Trash2 aria-hidden />}>
          Delete
        </Button>
      </Specimen>
      <Specimen caption="IconButton: at rest, with a key, busy, not now">
        <IconButton label="More" icon={<Ellipsis aria-hidden />} />
        <IconButton label="Download" shortcut="D" icon={<Download aria-hidden />} />
        <IconButton label="Downloading" busy icon={<Download aria-hidden />} />
        <IconButton label="Download" disabledReason="There is no sound" icon={<Download aria-hidden />} />
      </Specimen>
      <Specimen caption="IconButton in other variants and sizes">
        <IconButton label="Add, small" size="sm" variant="plain" icon={<Plus aria-hidden />} />
        <IconButton label="Add" variant="plain" icon={<Plus aria-hidden />} />
        <IconButton label="Add, large" size="lg" variant="main" icon={<Plus aria-hidden />} />
      </Specimen>
      <Specimen caption="A link in a sentence, and one that looks like a button">
        <Link to="/appfaq">Help center</Link>
        <a href="#buttons" className={buttonClass({ variant: 'plain' })} style={{ color: 'inherit', textDecoration: 'none' }}>
          To the buttons
        </a>
      </Specimen>
    </GallerySection>
  )
}
