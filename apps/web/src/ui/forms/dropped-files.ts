import { toast } from '../notices/toast.ts';
import { words } from '../words/words.ts';
import text from './words.json' with { type: 'json' };

const useWords = words('dropped-files', text);

/** Takes the files of a drop, and those in dropped folders with their paths. Returns whether anything is taken. */
export function useDroppedFiles(onFiles: (files: File[]) => void): (transfer: DataTransfer) => boolean {
  const t = useWords();
  return (transfer) => {
    const dropped = droppedIn(transfer);
    if (dropped.length === 0) return false;
    void Promise.all(dropped.map(filesIn)).then(
      (files) => {
        if (files.flat().length > 0) onFiles(files.flat());
        else toast.warn(t('empty'));
      },
      () => toast.error(t('unreadable')),
    );
    return true;
  };
}

/** Browsers clear the transfer when the event ends, so its items are taken at once. */
function droppedIn({ items }: DataTransfer): (FileSystemEntry | File)[] {
  return [...items].flatMap((item) => {
    if (item.kind !== 'file') return [];
    // A picture dragged from another page has no entry.
    const dropped = item.webkitGetAsEntry() ?? item.getAsFile();
    return dropped ? [dropped] : [];
  });
}

/** Files in the order of their names. @throws DOMException if one can't be read */
async function filesIn(dropped: FileSystemEntry | File): Promise<File[]> {
  if (dropped instanceof File) return [dropped];
  if (isFile(dropped)) return [await readFile(dropped)];
  if (!isFolder(dropped)) return [];
  const children = (await readFolder(dropped)).sort((a, b) => a.name.localeCompare(b.name));
  return (await Promise.all(children.map(filesIn))).flat();
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** Browsers set the path of files in chosen folders only, so it is set for those in dropped folders. */
async function readFile(entry: FileSystemFileEntry): Promise<File> {
  const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
  const path = entry.fullPath.replace(/^\//, '');
  return path.includes('/') ? Object.defineProperty(file, 'webkitRelativePath', { value: path }) : file;
}

/** A reader returns the entries of a folder in several parts; the last one is empty. */
async function readFolder(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return all;
    all.push(...part);
  }
}
