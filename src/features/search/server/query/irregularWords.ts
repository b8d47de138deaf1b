/** Irregular English words: forms with different beginnings, and irregular plurals. One group per line. */
const GROUPS = `
mouse mice
goose geese
foot feet
tooth teeth
man men
woman women
child children
person people persons
ox oxen
die dice
louse lice
leaf leaves
life lives
wife wives
knife knives
half halves
shelf shelves
self selves
wolf wolves
thief thieves
loaf loaves
calf calves
index indices indexes
appendix appendices appendixes
matrix matrices matrixes
vertex vertices
analysis analyses
basis bases
crisis crises
thesis theses
hypothesis hypotheses
diagnosis diagnoses
emphasis emphases
synthesis syntheses
parenthesis parentheses
criterion criteria
phenomenon phenomena
datum data
medium media mediums
bacterium bacteria
curriculum curricula curriculums
memorandum memoranda memorandums
referendum referenda referendums
stimulus stimuli
nucleus nuclei
radius radii
syllabus syllabi syllabuses
alumnus alumni
focus foci focuses
formula formulae formulas
antenna antennae antennas
go goes went gone going
good better best
bad worse worst
arise arose arisen
bear bore borne
beat beaten
become became
begin began begun beginning
bend bent
bind bound
bite bit bitten
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt burned
buy bought
catch caught
choose chose chosen
come came
creep crept
deal dealt
dig dug
draw drew drawn
dream dreamt dreamed
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown flies
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
grind ground
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
kneel knelt
know knew known
lay laid
lead led
lean leant leaned
leap leapt leaped
learn learnt learned
leave left
lend lent
lie lay lain
light lit
lose lost losing
make made making
mean meant
meet met
mistake mistook mistaken
overcome overcame
pay paid
prove proven proved
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
shake shook shaken
shine shone
shoot shot
show shown showed
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
speak spoke spoken
spend spent
spin spun
spring sprang sprung
stand stood
steal stole stolen
stick stuck
strike struck
strive strove striven
swear swore sworn
sweep swept
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
understand understood
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
withdraw withdrew withdrawn
write wrote written
`

const byWord = new Map<string, Set<string>>()
for (const line of GROUPS.trim().split('\n')) {
  const words = line.split(' ')
  for (const word of words) byWord.set(word, new Set([...(byWord.get(word) ?? []), ...words]))
}

/** Returns the irregular forms of an English word, also for "buying" or "mouses". */
export function irregularForms(word: string): string[] {
  const stem = word.replace(/(?:ing|s)$/, '')
  return [...(byWord.get(word) ?? byWord.get(stem) ?? [])].filter((form) => form !== word)
}
