{-# LANGUAGE CPP #-}
-- | Module doc.
module Data.Shop
  ( Cart(..), User(MkUser, userName), add
  , module Data.Re
  ) where

import qualified Data.Map.Strict as M
import Data.List (sortBy, foldl')
import Data.Maybe hiding (fromJust)

-- | A cart.
data Cart a = Empty | Cart { owner :: User, items :: [Item a] } | Int :+: a
  deriving (Show, Eq)

newtype Wrap f a = Wrap { unWrap :: f a } deriving newtype Functor
type Name = String
class Monad m => Store m where
  load :: Int -> m (Maybe a)
  load x = pure Nothing
instance Store IO where
  load n = readIt n
data G a where
  GInt :: Int -> G Int

-- | Adds.
add :: Ord a => Cart a -> Item a -> Cart a
add Empty x = Cart { owner = nobody, items = [x] }
add c@Cart{items = is} x
  | x `elem` is = c
  | Just y <- M.lookup x m, otherwise = c { items = x : is }
  where m = M.empty
        go :: Int -> Int
        go n = n + 1
x <+> y = add x y
limit = 10 :: Int
main :: IO ()
main = do
  line <- getLine
  let n = read line
  print $ map (\z -> z + n) [w | w <- ws]
  case line of
    "a" -> foo . bar $ M.fromList []
    other | n > 1 -> go other
(p, q) = (1, 2)
pun Cart{owner} (Just (y, _) : rest) = f
  where f = owner { userName = "the name" }
x `plus` y = x + y
first, second :: (a, a) -> a
first (a, _) = go a where go b = b
{- A block comment. -}
second (_, b) = let c = b in go c
  where go d = d
type family Elem c where
  Elem [e] = e
foldAll :: forall m a. (Monoid m) => (a -> m) -> [a] -> m
foldAll f = mconcat . map f
