import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useKeyward } from '../context/context.tsx';
import { useAct } from '../context/use-act.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Notice } from '../parts/notice.tsx';

/** In pixels. A picture of this size is far below the service's limit of 100 kB. */
const SIDE = 256;
const STEP = 0.05;

interface PictureDialogProps {
  /** Whether there is one to remove. */
  hasPicture: boolean;
  onChange: () => Promise<void>;
  onClose: () => void;
}

/** Uploads a square of a picture that a person chooses, or removes the present one. */
export function PictureDialog({ hasPicture, onChange, onClose }: PictureDialogProps): ReactNode {
  const { client, texts } = useKeyward();
  const words = texts.profile;
  const act = useAct();
  const input = useRef<HTMLInputElement>(null);
  const [image, setImage] = useState<ImageBitmap | null>(null);

  async function choose(file: File | undefined) {
    if (file === undefined) return;
    act.setProblem({ fields: {} });
    try {
      setImage(await createImageBitmap(file));
    } catch {
      act.setProblem({ fields: {}, message: words.unreadable });
    }
  }

  async function save(picture: string | null) {
    const result = await act.run(picture === null ? 'remove' : 'save', () =>
      picture === null ? client.updateMe({ avatar_url: '' }) : client.updatePicture({ picture }),
    );
    if (!result?.data) return;
    await onChange();
    onClose();
  }

  return (
    <Dialog title={words.picture} {...(image !== null && { intro: words.cropText })} onClose={onClose}>
      {act.problem.message !== undefined && <Notice kind="problem">{act.problem.message}</Notice>}
      <input
        ref={input}
        hidden
        type="file"
        accept="image/*"
        onChange={({ currentTarget }) => {
          void choose(currentTarget.files?.[0]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {image === null ? (
        <>
          <Button kind="primary" onClick={() => input.current?.click()}>
            {words.upload}
          </Button>
          {hasPicture && (
            <Button busy={act.busy === 'remove'} onClick={() => void save(null)}>
              {texts.account.remove}
            </Button>
          )}
          <Button kind="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      ) : (
        <Crop
          image={image}
          busy={act.busy === 'save'}
          onSave={(picture) => void save(picture)}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface CropProps {
  image: ImageBitmap;
  busy: boolean;
  /** @param picture WebP or JPEG in base64 */
  onSave: (picture: string) => void;
  onClose: () => void;
}

/** Lets a person choose a square of a picture, and makes it small. */
function Crop({ image, busy, onSave, onClose }: CropProps): ReactNode {
  const { texts } = useKeyward();
  const words = texts.profile;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [zoom, setZoom] = useState(1);
  // The share of the hidden part that is to the left and above.
  const [place, setPlace] = useState({ x: 0.5, y: 0.5 });
  const side = Math.min(image.width, image.height) / zoom;

  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    // JPEG has no transparency.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, SIDE, SIDE);
    context.imageSmoothingQuality = 'high';
    const [left, top] = [(image.width - side) * place.x, (image.height - side) * place.y];
    context.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  }, [image, side, place]);

  const move = (x: number, y: number) =>
    setPlace((before) => ({ x: within(before.x + x), y: within(before.y + y) }));

  function drag({ currentTarget, movementX, movementY, buttons }: PointerEvent<HTMLCanvasElement>) {
    if (buttons !== 1) return;
    const scale = side / currentTarget.clientWidth;
    move(shareOf(-movementX * scale, image.width - side), shareOf(-movementY * scale, image.height - side));
  }

  function steer(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    move(step[0] * STEP, step[1] * STEP);
  }

  function save() {
    if (canvas.current !== null) onSave(encode(canvas.current));
  }

  return (
    <>
      <div className="kw-crop">
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE}
          role="img"
          aria-label={words.picture}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys move it
          tabIndex={0}
          onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
          onPointerMove={drag}
          onKeyDown={steer}
        />
        <label>
          {words.zoom}
          <input
            type="range"
            min={1}
            max={4}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.currentTarget.value))}
          />
        </label>
      </div>
      <div className="kw-row kw-end">
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button kind="primary" busy={busy} onClick={save}>
          {texts.account.save}
        </Button>
      </div>
    </>
  );
}

const STEPS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}

function shareOf(pixels: number, hidden: number): number {
  return hidden === 0 ? 0 : pixels / hidden;
}

/** @returns WebP in base64, or JPEG, because Safari writes no WebP */
function encode(canvas: HTMLCanvasElement): string {
  const [webp, jpeg] = ['image/webp', 'image/jpeg'].map((type) => canvas.toDataURL(type, 0.85));
  return (webp?.startsWith('data:image/webp') ? webp : jpeg)?.split(',')[1] ?? '';
}
