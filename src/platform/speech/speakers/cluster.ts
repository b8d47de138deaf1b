/** Speech of one voice: a unit vector, its weight, and the window in which other voices also speak. */
export type VoiceItem = {
  readonly embedding: Float32Array
  readonly weight: number
  /** Items of the same window are different voices, joined only when there would be more than `atMost`. */
  readonly window?: number | undefined
}

export type ClusterOptions = {
  /** Clusters are joined while the cosine distance of their centroids is below this. */
  readonly threshold: number
  /** Joins the nearest clusters beyond the threshold until at most this many are left. */
  readonly atMost?: number | undefined
}

/** A centroid that is not normalized, its squared length, and the number of joined items. */
type Cluster = { centroid: Float64Array; length: number; members: number[]; windows: Set<number> }

/**
 * Comparing all pairs of more items than this takes too much memory. They are clustered in consecutive parts first, then the
 * clusters of the parts.
 */
const MAX_PAIRWISE = 1500

/** Joins items by the distance of weighted centroids, nearest first. Returns the cluster of each item, numbered from 0. */
export function clusterVoices(items: readonly VoiceItem[], options: ClusterOptions): number[] {
  const labels = labelVoices(items, options)
  const { atMost } = options
  const isTooMany = atMost !== undefined && countLabels(labels) > atMost
  return isTooMany
    ? labelVoices(
        items.map((item) => ({ ...item, window: undefined })),
        options,
      )
    : labels
}

export const countLabels = (labels: readonly number[]): number => 1 + labels.reduce((max, label) => Math.max(max, label), 0)

function labelVoices(items: readonly VoiceItem[], options: ClusterOptions): number[] {
  let clusters = items.map(toCluster)
  while (clusters.length > MAX_PAIRWISE) {
    const before = clusters.length
    const parts = Array.from({ length: Math.ceil(before / MAX_PAIRWISE) }, (_, part) =>
      clusters.slice(part * MAX_PAIRWISE, (part + 1) * MAX_PAIRWISE),
    )
    clusters = parts.flatMap((part) => joinClusters(part, { threshold: options.threshold }))
    // Nothing else can be joined this way; the remaining clusters are separate voices.
    if (clusters.length === before) break
  }
  if (clusters.length <= MAX_PAIRWISE) clusters = joinClusters(clusters, options)
  const labels = Array.from<number>({ length: items.length }).fill(0)
  clusters.forEach(({ members }, label) => {
    for (const member of members) labels[member] = label
  })
  return labels
}

function toCluster({ embedding, weight, window }: VoiceItem, index: number): Cluster {
  const centroid = Float64Array.from(embedding, (value) => value * weight)
  return { centroid, length: lengthOf(centroid), members: [index], windows: new Set(window === undefined ? [] : [window]) }
}

const NEVER = 9

function joinClusters(input: readonly Cluster[], { threshold, atMost }: ClusterOptions): Cluster[] {
  const clusters = input.map((cluster) => ({ ...cluster }))
  const count = clusters.length
  const distances = new Float32Array(count * count).fill(NEVER)
  const alive = new Uint8Array(count).fill(1)
  const nearest = new Int32Array(count).fill(-1)
  const setDistance = (a: number, b: number, distance: number) => {
    distances[a * count + b] = distance
    distances[b * count + a] = distance
  }
  const findNearest = (row: number) => {
    let best = -1
    for (let other = 0; other < count; other++) {
      if (!alive[other] || other === row) continue
      if (best < 0 || distances[row * count + other]! < distances[row * count + best]!) best = other
    }
    nearest[row] = best
  }
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) setDistance(a, b, distanceOf(clusters[a]!, clusters[b]!))
  for (let row = 0; row < count; row++) findNearest(row)
  for (let left = count; left > 1; left--) {
    let first = -1
    let shortest = NEVER
    for (let row = 0; row < count; row++) {
      const other = nearest[row]!
      if (!alive[row] || other < 0 || distances[row * count + other]! >= shortest) continue
      shortest = distances[row * count + other]!
      first = row
    }
    if (first < 0 || (shortest >= threshold && !(atMost !== undefined && left > atMost))) break
    const second = nearest[first]!
    clusters[first] = join(clusters[first]!, clusters[second]!)
    alive[second] = 0
    for (let row = 0; row < count; row++)
      if (alive[row] && row !== first) setDistance(first, row, distanceOf(clusters[first]!, clusters[row]!))
    for (let row = 0; row < count; row++) {
      if (!alive[row]) continue
      if (row === first || nearest[row] === first || nearest[row] === second) findNearest(row)
      else if (distances[row * count + first]! < distances[row * count + nearest[row]!]!) nearest[row] = first
    }
  }
  return clusters.filter((_, index) => alive[index])
}

function join(a: Cluster, b: Cluster): Cluster {
  const centroid = a.centroid.map((value, index) => value + b.centroid[index]!)
  return {
    centroid,
    length: lengthOf(centroid),
    members: [...a.members, ...b.members],
    windows: new Set([...a.windows, ...b.windows]),
  }
}

function distanceOf(a: Cluster, b: Cluster): number {
  const [fewer, more] = a.windows.size < b.windows.size ? [a.windows, b.windows] : [b.windows, a.windows]
  for (const window of fewer) if (more.has(window)) return NEVER
  let product = 0
  for (let i = 0; i < a.centroid.length; i++) product += a.centroid[i]! * b.centroid[i]!
  return 1 - product / Math.max(a.length * b.length, 1e-12)
}

const lengthOf = (vector: Float64Array): number => Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))

/** Returns the unit vectors of the weighted sums of the items with each label. A label without items has a zero vector. */
export function centroidsOf(items: readonly VoiceItem[], labels: readonly number[], count: number): Float64Array[] {
  const size = items[0]?.embedding.length ?? 0
  const sums = Array.from({ length: count }, () => new Float64Array(size))
  items.forEach(({ embedding, weight }, index) => {
    const sum = sums[labels[index]!]!
    for (let i = 0; i < size; i++) sum[i]! += embedding[i]! * weight
  })
  return sums.map((sum) => {
    const length = Math.max(lengthOf(sum), 1e-12)
    return sum.map((value) => value / length)
  })
}

/** Returns the cosine similarity of a unit vector and a unit centroid. */
export function similarity(embedding: Float32Array, centroid: Float32Array | Float64Array): number {
  let product = 0
  for (let i = 0; i < embedding.length; i++) product += embedding[i]! * centroid[i]!
  return product
}
