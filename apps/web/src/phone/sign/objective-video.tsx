import { videoPage } from './video-page.tsx';

/** `/h5sign/objective-video/{nid}` */
export const Component = videoPage('objective-video', 'objective-video', 'statementLead');
