import { GallerySection, Specimen } from './GallerySection.tsx'

const COLORS = {
  'Surfaces and lines': ['surface', 'raised', 'sunken', 'line', 'edge', 'wave'],
  Words: ['ink', 'ink2', 'ink3'],
  'Accent, signal, waiting, focus': ['accent', 'accent-soft', 'signal', 'signal-soft', 'warn', 'warn-soft', 'focus'],
  Speakers: ['s1', 's1-soft', 's2', 's2-soft', 's3', 's3-soft', 's4', 's4-soft'],
}
const TYPE_SCALE = {
  '1.625rem': 'Title of a page, 26/34',
  '1.1875rem': 'Title of a dialog, 19/26',
  '1.0625rem': 'Reading text, 17/28',
  '0.9375rem': 'Body, 15/24',
  '0.8125rem': 'Meta, 13/18: 21 November 2026, 09:12',
  '0.75rem': 'Smallest, 12/16',
}

/** The design tokens of styles.css. `styles.node.test.ts` checks their contrast. */
export function TokensGallery() {
  return (
    <GallerySection id="tokens" title="Colours and type" note="Screens use these names and no other values.">
      {Object.entries(COLORS).map(([caption, names]) => (
        <Specimen key={caption} wide caption={caption}>
          {names.map((name) => (
            <span key={name} className="kit-swatch">
              <i style={{ background: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </Specimen>
      ))}
      <Specimen wide caption="System fonts; Noto Sans for the rest. No font is fetched.">
        <div className="kit-lines">
          {Object.entries(TYPE_SCALE).map(([fontSize, caption]) => (
            <p key={fontSize} style={{ fontSize, lineHeight: 1.5 }}>
              {caption} · Hörweite · à portée de voix · 録音を読む · 听得见的距离 · 들리는 거리
            </p>
          ))}
        </div>
      </Specimen>
    </GallerySection>
  )
}
