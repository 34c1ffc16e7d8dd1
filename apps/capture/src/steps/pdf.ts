import { done, type Step } from './step.ts';

const pixelsPerInch = 96;
const chunkBytes = 1 << 20;
/** A4's proportion, at the width of the viewport: the page keeps the layout it has on the screen. */
const proportion = Math.SQRT2;

/** The page as PDF, in its screen style, streamed to disk. */
export const pdf: Step = {
  name: 'pdf',
  limitMs: 45_000,
  needs: 'page',
  async run(capture, { remainingMs }) {
    const page = capture.page.get();
    const widthIn = capture.job.viewport.width / pixelsPerInch;
    await page.send('Emulation.setEmulatedMedia', { media: 'screen' });
    const { stream } = await page.send(
      'Page.printToPDF',
      {
        paperWidth: widthIn,
        paperHeight: widthIn * proportion,
        marginTop: 0,
        marginBottom: 0,
        marginLeft: 0,
        marginRight: 0,
        printBackground: true,
        transferMode: 'ReturnAsStream',
      },
      remainingMs(),
    );
    if (!stream) throw new Error('The browser gave no PDF.');
    const file = capture.sink.open('pdf', 'page.pdf', 'application/pdf');
    for (;;) {
      const { data, base64Encoded, eof } = await page.send(
        'IO.read',
        { handle: stream, size: chunkBytes },
        remainingMs(),
      );
      await file.write(Buffer.from(data, base64Encoded ? 'base64' : 'utf8'));
      if (eof) break;
    }
    await page.send('IO.close', { handle: stream });
    await file.close();
    return done();
  },
};
