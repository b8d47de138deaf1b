import { basename } from 'node:path'
import { openClient } from '#platform/db/db.ts'
import { createdTablesIn, listMigrations } from './migrations.ts'

const HEAD = `# Database

The tables as all migrations leave them, by the feature that owns them. Only \`store*.ts\` of that feature names them.

This page is made from a migrated database by \`npm run docs\`.
`

type Column = { table: string; name: string; type: string; required: boolean; default: string | null; generated: boolean }
type Definition = { table: string; definition: string }
type Schema = { columns: Column[]; constraints: Definition[]; indexes: Definition[]; triggers: Definition[] }

/** Returns docs/database.md from the migrated database at `url`. */
export async function databasePage(url: string): Promise<string> {
  const schema = await readSchema(url)
  const migrations = listMigrations()
  const owners = [...new Set(migrations.map(({ owner }) => owner))].toSorted()
  const sections = owners.map((owner) => {
    const own = migrations.filter((migration) => migration.owner === owner)
    const tables = new Set(own.flatMap(({ sql }) => createdTablesIn(sql)).filter((table) => hasTable(schema, table)))
    const files = own.map(({ path }) => `[${basename(path, '.sql')}](../${path})`)
    const statements = [...tables].map((table) => statementsOf(schema, table))
    return [`## ${owner.replace('features/', '')}`, '', `Migrations: ${files.join(', ')}`, '', ...statements].join('\n')
  })
  return [HEAD, ...sections].join('\n')
}

const hasTable = ({ columns }: Schema, name: string): boolean => columns.some(({ table }) => table === name)

function statementsOf({ columns, constraints, indexes, triggers }: Schema, name: string): string {
  const ofTable = <Row extends { table: string }>(rows: readonly Row[]) => rows.filter(({ table }) => table === name)
  const lines = [...ofTable(columns).map(lineOf), ...ofTable(constraints).map(({ definition }) => definition)]
  const others = [...ofTable(indexes), ...ofTable(triggers)].map(({ definition }) => `${definition};`)
  return ['```sql', `create table ${name} (`, `  ${lines.join(',\n  ')}`, ');', ...others, '```', ''].join('\n')
}

function lineOf({ name, type, required, default: value, generated }: Column): string {
  const computed = value === null ? '' : generated ? ` generated always as (${value}) stored` : ` default ${value}`
  return `${name} ${type}${required ? ' not null' : ''}${computed}`
}

async function readSchema(url: string): Promise<Schema> {
  const client = openClient(url)
  await client.connect()
  try {
    const rows = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows
    return {
      columns: await rows<Column>(`
        select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
          pg_get_expr(d.adbin, d.adrelid) as default, a.attgenerated <> '' as generated
        from pg_attribute a
        join pg_class c on c.oid = a.attrelid
        left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        order by c.relname, a.attnum`),
      constraints: await rows<Definition>(`
        select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
        where connamespace = 'public'::regnamespace and contype in ('p', 'u', 'f', 'c')
        order by conrelid, position(contype in 'pufc'), conname`),
      indexes: await rows<Definition>(`
        select tablename as table, replace(indexdef, ' public.', ' ') as definition from pg_indexes
        where schemaname = 'public' and not exists (
          select from pg_constraint where conname = indexname and connamespace = 'public'::regnamespace)
        order by tablename, indexname`),
      triggers: await rows<Definition>(`
        select tgrelid::regclass::text as table, replace(pg_get_triggerdef(oid), ' public.', ' ') as definition from pg_trigger
        where not tgisinternal and tgrelid::regclass::text !~ '\\.' order by tgrelid, tgname`),
    }
  } finally {
    await client.end()
  }
}
