/** A column whose name is visible only to screen readers, or is aligned like the amounts below it. */
interface SpecialColumn {
  name: string;
  is: 'hidden' | 'right';
}

/** Head of a table: the names of its columns; null leaves one out. */
export function TableHead({ columns }: { columns: readonly (string | SpecialColumn | null)[] }) {
  const present = columns.filter((column) => column !== null);
  return (
    <thead>
      <tr>
        {present.map((column) => {
          const { name, is } = typeof column === 'string' ? { name: column } : column;
          return (
            <th key={name} scope="col" className={is === 'right' ? 'right' : undefined}>
              {is === 'hidden' ? <span className="visually-hidden">{name}</span> : name}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** A column of amounts. */
export const right = (name: string): SpecialColumn => ({ name, is: 'right' });

/** A column whose cells are self-explanatory. */
export const hidden = (name: string): SpecialColumn => ({ name, is: 'hidden' });
