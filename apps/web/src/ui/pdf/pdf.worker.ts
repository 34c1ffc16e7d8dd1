/** Reads and lays out PDFs apart from the page; the library listens by itself. */
import 'pdfjs-dist/build/pdf.worker.min.mjs';
