import { useEffect, useRef, useState } from 'react';
import { boot } from '../../lib/boot.ts';
import './mail-frame.css';

const LEAST_HEIGHT = 240;

/** Shows the HTML of a mail in a page without an origin, which may have inline styles but runs no script of the mail. */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(LEAST_HEIGHT);
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<{ ready?: boolean; height?: number }>) => {
      const target = frame.current?.contentWindow;
      if (source === null || source !== target) return;
      // The frame has no origin, so the target is `*`.
      if (data.ready === true) target.postMessage({ html }, '*');
      if (typeof data.height === 'number') setHeight(Math.max(LEAST_HEIGHT, Math.ceil(data.height)));
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [html]);
  return (
    <iframe
      ref={frame}
      className="kc-mail-frame"
      title={title}
      src={`${boot.webPath}/web/mail-frame`}
      sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
      height={height}
    />
  );
}
