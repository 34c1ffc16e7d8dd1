/** Parses and lays out PDFs in a worker; the library registers its own listener. */
import 'pdfjs-dist/build/pdf.worker.min.mjs';
