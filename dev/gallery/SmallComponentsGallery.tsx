import { Bell } from 'lucide-react'
import { Chip } from '#ui/badge/Chip.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Kbd } from '#ui/badge/Kbd.tsx'
import { Logo } from '#ui/logo/Logo.tsx'
import { NewDot } from '#ui/badge/NewDot.tsx'
import { GallerySection, Specimen } from './GallerySection.tsx'

export function SmallComponentsGallery() {
  return (
    <GallerySection id="small" title="Small parts">
      <Specimen caption="Chip: plain, accent, waiting, bad">
        <Chip>248</Chip>
        <Chip tone="accent">Beta</Chip>
        <Chip tone="waiting">Transcribing</Chip>
        <Chip tone="bad">No speech found</Chip>
      </Specimen>
      <Specimen caption="Chip with a folder's colour; too long for its place">
        <Chip dot="var(--s1)">Research interviews</Chip>
        <div style={{ width: '9rem' }}>
          <Chip dot="var(--s3)">Lectures, autumn term, second half</Chip>
        </div>
      </Specimen>
      <Specimen caption="Kbd">
        <span>
          <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
        </span>
        <span>
          <Kbd>Space</Kbd>
        </span>
      </Specimen>
      <Specimen caption="NewDot: not looked at yet">
        <span style={{ position: 'relative', display: 'inline-flex' }}>
          <IconButton label="Notices" icon={<Bell aria-hidden />} />
          <NewDot />
        </span>
      </Specimen>
      <Specimen caption="Logo, alone and with the name">
        <Logo />
        <Logo withName />
      </Specimen>
    </GallerySection>
  )
}
